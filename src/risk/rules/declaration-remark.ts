/** What reconcilers say of the declarations of their own units -> findings: each is a risk that no object alone shows. */
import type { Rule } from '../rule.ts';

export const declarationRemark: Rule = {
  name: 'declaration-remark',
  about: {
    title: 'How a unit is declared puts it, or what it holds, at risk',
    why: 'A reconciler reads its own declarations by its own rules: a generator that finds nothing deletes all that it made, a live declaration that differs from Git is what really counts, and a name that is there twice makes two owners.',
    advice:
      'Read what the reconciler will make of the declaration, and correct it where that is not what was meant.',
  },
  needs: () => [],
  judge: ({ remarks }) => remarks.map((remark) => ({ ...remark, comparisons: [] })),
};
