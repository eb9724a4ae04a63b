export {
  ANY_ARGUMENTS,
  describeCall,
  FAILED_CALL,
  formatArguments,
  formatCallsLeftOut,
  joinParts,
  type CallRow,
  type CallText,
} from './call-words.ts';
export {
  checkLabel,
  checkReason,
  checkStatus,
  formatCheck,
  isOptionalCheck,
} from './check-words.ts';
export { formatCost, formatCostDelta, formatCostRange, formatDetectable } from './numbers.ts';
export { explainScore } from './explain-score.ts';
export {
  formatChange,
  formatConfidence,
  formatDeltaInterval,
  formatInterval,
  formatMean,
  formatShareInterval,
  formatShortChange,
  formatShortMean,
  formatVerdictChange,
} from './interval.ts';
export {
  formatCompactCount,
  formatCount,
  formatCountRange,
  formatDelta,
  formatMany,
  formatP,
  formatRelative,
  formatScore,
  formatShare,
  formatShortScore,
  NONE,
} from './numbers.ts';
export { markQuotes } from './mark-quotes.ts';
export { metricLabel } from './score-words.ts';
export {
  formatChangedParts,
  formatChangedScenarios,
  formatSetting,
  listChangedScenarios,
  listChangedSettings,
} from './settings.ts';
export { formatAgo, formatDuration, formatEstimate, formatShortAgo, formatWhen } from './time.ts';
export { formatComparedUsers, formatUserReport } from './user-report.ts';
export {
  describeUser,
  explainUser,
  faultLabel,
  goalStatus,
  type UserFinding,
} from './user-words.ts';
export {
  formatAttemptsNeeded,
  formatBasis,
  formatHeadline,
  formatHeadlineStatus,
  formatScenariosNeeded,
  formatStatus,
  GATE_LABELS,
  headlineLabel,
  RUN_STATE_LABELS,
  verdictLabel,
  type StatusLabel,
  type Tone,
  type VerdictResult,
} from './verdict.ts';
