/** The verdict table: from what a review found to the check's conclusion. */

export const conclusions = ['success', 'action_required', 'failure', 'cancelled', 'timed_out'] as const;
export type Conclusion = (typeof conclusions)[number];
