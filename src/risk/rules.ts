/** All rules. A new one is a file in rules/, its test, and a line here. */
import type { Rule } from './rule.ts';
import { changeNotApplied } from './rules/change-not-applied.ts';
import { configurationChanged } from './rules/configuration-changed.ts';
import { declarationRemark } from './rules/declaration-remark.ts';
import { driftOverwritten } from './rules/drift-overwritten.ts';
import { ignoreRuleWidened } from './rules/ignore-rule-widened.ts';
import { imageChanged } from './rules/image-changed.ts';
import { landsOnUnsettled } from './rules/lands-on-unsettled.ts';
import { notSeen } from './rules/not-seen.ts';
import { objectDeleted } from './rules/object-deleted.ts';
import { objectVanished } from './rules/object-vanished.ts';
import { rbacWidened } from './rules/rbac-widened.ts';
import { renderFailed } from './rules/render-failed.ts';
import { rolloutWeakened } from './rules/rollout-weakened.ts';
import { selectorChanged } from './rules/selector-changed.ts';
import { workloadScaledToZero } from './rules/workload-scaled-to-zero.ts';
import { writerFought } from './rules/writer-fought.ts';

export const rules: readonly Rule[] = [
  changeNotApplied,
  configurationChanged,
  declarationRemark,
  driftOverwritten,
  ignoreRuleWidened,
  imageChanged,
  landsOnUnsettled,
  notSeen,
  objectDeleted,
  objectVanished,
  rbacWidened,
  renderFailed,
  rolloutWeakened,
  selectorChanged,
  workloadScaledToZero,
  writerFought,
];

export const ruleNames: readonly string[] = rules.map((rule) => rule.name);
