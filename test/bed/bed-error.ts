/** What ends the start of the bed: one sentence that says what to install, set or look at. */
export class BedError extends Error {
  override readonly name = 'BedError';
}
