/** The part of this package that does not depend on zod, so that browsers can load it without the schemas. */
export { containsValue } from './request/contains-value.ts';
export { findExcess, type JsonLimit } from './shared/find-excess.ts';
export { INPUT_LIMITS } from './shared/input-limits.ts';
export { isTooDeep, parseJson } from './shared/json.ts';
export { fromPointer, toPointer } from './shared/json-pointer.ts';
export { SCORER_NAMES } from './shared/scorer-names.ts';
export { sortKeys } from './shared/sort-keys.ts';
export { toHeaderText, toStorable, toStorableJson } from './text/safe-text.ts';
export {
  DEFAULT_MARGIN,
  MIN_COVERAGE,
  MIN_TURN_COVERAGE,
  SIGNIFICANCE_LEVEL,
} from './compare/defaults.ts';
export {
  CHECK_TYPES,
  checkName,
  checkType,
  isJudgedCheck,
  type CheckType,
} from './request/check-type.ts';
export { countScenarioTurns, DEFAULT_USER_TURNS } from './request/user-turns.ts';
export { isTemplate, type PostedTarget } from './request/target-faults.ts';
