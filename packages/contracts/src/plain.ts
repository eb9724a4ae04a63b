/** The part of this package that does not depend on zod, so that browsers can load it without the schemas. */
export {
  DEFAULT_MARGIN,
  MIN_COVERAGE,
  MIN_TURN_COVERAGE,
  SIGNIFICANCE_LEVEL,
} from './compare/defaults.ts';
export { isTemplate, type PostedTarget } from './endpoint/target-faults.ts';
export { findExcess, isTooDeep, type JsonLimit } from './json/find-excess.ts';
export { containsValue, fromPointer, parseJson, sortKeys, toPointer } from './json/json.ts';
export {
  CHECK_TYPES,
  checkName,
  checkType,
  isJudgedCheck,
  type CheckType,
} from './scenarios/check-type.ts';
export { countScenarioTurns, DEFAULT_USER_TURNS } from './scenarios/user-turns.ts';
export { INPUT_LIMITS } from './shared/input-limits.ts';
export { SCORER_NAMES } from './shared/scorer-names.ts';
export { toHeaderText, toStorable, toStorableJson } from './text/safe-text.ts';
