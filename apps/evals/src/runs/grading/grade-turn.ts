import { ScorerName } from '@fairtrial/contracts';
import {
  createJudgePanel,
  failChecks,
  JUDGE_SCORES,
  runChecks,
  sampleJudge,
  type PanelJudgement,
  type SampledJudgement,
} from '@fairtrial/scorers';
import {
  interactionAt,
  type PlannedInteraction,
  type PlannedScenario,
  type Run,
} from '../../entities/run.ts';
import type { StoredTurn, Turn, TurnCheck } from '../../entities/turn.ts';
import {
  scoreAnswer,
  scoreFailedTurn,
  type Answer,
  type Grades,
  type ScoringContext,
} from '../scoring/score-answer.ts';
import { callsOfTurn } from '../scoring/reported-calls.ts';
import { withTypes } from '../scoring/score-outcome.ts';
import { buildKnownConversation } from '../worker/conversation.ts';
import { doesTask } from '../plan/plan-grading.ts';
import { createYielder } from '../worker/yielder.ts';
import type { Graders } from './graders.ts';
import type { GradingModels } from './grading-models.ts';
import { isJudgeFailed, judgeChecks } from './judge-checks.ts';
import type { OwnScores } from './own-scorers/score-replies.ts';
import { OWN_SCORERS_DETAIL, toOwnResult } from './own-scorers/to-own-result.ts';
import {
  askOnce,
  type AskContext,
  type JudgementStore,
  type KnownJudgements,
} from './judgement-store.ts';

/** Shared by all turns of a run. */
export interface GradingContext {
  readonly run: Run;
  readonly graders: Graders;
  readonly store: JudgementStore;
  readonly models: GradingModels;
}

export interface UngradedTurn {
  readonly turn: StoredTurn;
  /** The earlier turns of the same attempt. */
  readonly before: readonly Turn[];
  /** Stored judgements of this turn. */
  readonly known: KnownJudgements;
  /** Embedding similarity of reply and reference: null if it failed, `undefined` if it was not requested. */
  readonly semantic: number | null | undefined;
  /** Results of own scorers; `undefined` if there are none. */
  readonly own: OwnScores | undefined;
}

interface GradingInput extends GradingContext, UngradedTurn {
  readonly scenario: PlannedScenario;
  readonly interaction: PlannedInteraction;
  readonly signal: AbortSignal;
}

/** The grades of a reply, with the details and flags that explain them. */
interface GradingResult extends Grades {
  readonly details: Readonly<Record<string, unknown>>;
  readonly flags: readonly string[];
}

const yieldToOthers = createYielder();

const NOT_GRADED: GradingResult = { details: {}, flags: [] };

/** Calls judges and annotator for one turn, and scores it by their answers. */
export async function gradeTurn(
  context: GradingContext,
  ungraded: UngradedTurn,
  signal: AbortSignal,
): Promise<Turn> {
  const { run } = context;
  const { turn } = ungraded;
  const scenario = run.plan.scenarios[turn.scenarioNo];
  const interaction = scenario && interactionAt(scenario, turn);
  if (scenario === undefined || interaction === undefined) {
    throw new Error(`run ${run.id} has no turn ${turn.scenarioNo}/${turn.turnNo}`);
  }
  const scoringContext = { scenario, turnNo: turn.turnNo, scoring: run.plan };
  if (turn.outcome !== 'answered') {
    const { checks: planned = [] } = interaction;
    const checks = withTypes(planned, failChecks(planned));
    return rescoreTurn({ ...turn, checks }, scoringContext, NOT_GRADED);
  }
  const input: GradingInput = { ...context, ...ungraded, scenario, interaction, signal };
  const [checks, ...results] = await Promise.all([
    checkReply(input),
    judgeReply(input),
    annotateReply(input),
  ]);
  const ofChecks = { ...NOT_GRADED, flags: checks.some(isJudgeFailed) ? ['judge_failed'] : [] };
  const others = [ofChecks, toSemanticResult(input), toOwnResult(ungraded.own)];
  const combined = [...results, ...others].reduce((sum, result) => ({
    ...sum,
    ...result,
    details: { ...sum.details, ...result.details },
    flags: [...sum.flags, ...result.flags],
  }));
  return rescoreTurn({ ...turn, checks }, scoringContext, combined);
}

/** Decides the checks of the reply. A rescore can have other checks than the run was played with. */
async function checkReply(input: GradingInput): Promise<readonly TurnCheck[]> {
  const { run, interaction, turn, before, signal } = input;
  const { checks = [] } = interaction;
  const calls = callsOfTurn(turn, run.plan);
  const answer = { text: turn.reply, latencyMs: turn.latencyMs, ...calls };
  const results =
    run.revision > 1
      ? withTypes(checks, await runChecks(checks, answer, yieldToOthers))
      : turn.checks;
  const { scenario } = input;
  const conversation = buildKnownConversation(run.plan, scenario, before, turn.userMessage);
  const text = {
    scope: 'reply' as const,
    transcript: [...conversation, { role: 'assistant' as const, content: turn.reply }],
    instructions: input.run.plan.grading?.judge?.instructions,
    position: turn,
    checks,
    results,
    known: input.known,
    toTurnNo: () => turn.turnNo, // only the reply itself can be quoted
  };
  return judgeChecks(input, text, signal);
}

async function judgeReply(input: GradingInput): Promise<GradingResult> {
  const { run, graders, interaction, turn, signal } = input;
  const [first, ...others] = graders.judges.map(({ model, ask }) =>
    sampleJudge(askOnce(ask, askContext(input, 'judge', model)), run.plan.grading?.judge?.samples),
  );
  if (first === undefined || interaction.reference_reply === '') return NOT_GRADED;
  if (!doesTask(run.plan.grading, 'reference')) return NOT_GRADED;
  const question = {
    ...conversationBefore(input),
    reference: interaction.reference_reply,
    reply: turn.reply,
    instructions: input.run.plan.grading?.judge?.instructions,
  };
  const panel = await createJudgePanel([first, ...others])(question, signal);
  const details = { judge: describePanel(panel) };
  if (panel.state === 'judge_failed') return { judge: null, details, flags: ['judge_failed'] };
  const flags = panel.disagreement > 0 ? ['judges_disagree'] : [];
  return { judge: panel.score, details, flags };
}

/** The part of `score_details` about the judges: the results of the panel and of each judge. */
function describePanel(panel: PanelJudgement): Readonly<Record<string, unknown>> {
  const judged = panel.state === 'judged' ? panel.judges : [];
  const first = judged.find((judge) => judge.state === 'judged');
  const decisive = first?.samples.find(
    (sample) => sample.state === 'judged' && sample.choice === first.choice,
  );
  return {
    outcome: panel.state,
    choice: first?.choice ?? null,
    rationale: decisive?.state === 'judged' ? decisive.reason : null,
    mapping: JUDGE_SCORES,
    ...(panel.state === 'judged'
      ? { disagreement: panel.disagreement }
      : { failure: panel.failure, failed_judges: panel.failedJudges }),
    judges: panel.judges.map(describeJudge),
  };
}

function describeJudge(judge: SampledJudgement): object {
  const { model, state: outcome } = judge;
  const samples = judge.samples.map((sample) => (sample.state === 'judged' ? sample.choice : null));
  if (judge.state === 'judge_failed') return { model, outcome, samples, failure: judge.failure };
  const { choice, score, spread } = judge;
  return { model, outcome, choice, score, spread, samples };
}

/** Calls the annotator for the expected labels if the endpoint did not send them. */
async function annotateReply(input: GradingInput): Promise<GradingResult> {
  const { graders, interaction, turn, signal } = input;
  const { annotator, labels } = graders;
  const isExpected = Object.keys(interaction.reference_metadata).some((key) => labels.has(key));
  if (annotator === undefined || !isExpected || turn.metadataSource === 'endpoint') {
    return NOT_GRADED;
  }
  const ask = askOnce(annotator.ask, askContext(input, 'annotation', annotator.model));
  const question = { ...conversationBefore(input), reply: turn.reply, labels };
  const answer = await ask(question, signal);
  if (answer.state === 'annotated') return { labels: answer.metadata, details: {}, flags: [] };
  return { details: { annotation: { failure: answer.failure } }, flags: ['annotation_failed'] };
}

function toSemanticResult({ semantic }: GradingInput): GradingResult {
  if (semantic === undefined) return NOT_GRADED;
  return { semantic, details: {}, flags: semantic === null ? ['embedding_failed'] : [] };
}

function askContext(
  { run, turn, known, store, models }: GradingInput,
  kind: AskContext['kind'],
  model: string,
): AskContext {
  return { runId: run.id, turn, kind, model, known, store, models };
}

/** The messages that the endpoint replied to, including those it keeps in its session. */
function conversationBefore({ run, scenario, before, turn }: GradingInput): {
  readonly conversation: ReturnType<typeof buildKnownConversation>;
  readonly userMessage: string;
} {
  const messages = buildKnownConversation(run.plan, scenario, before, turn.userMessage);
  return {
    conversation: messages.slice(0, -1),
    userMessage: messages.at(-1)?.content ?? '',
  };
}

/** Flags that scoring sets. All other flags are set when a turn is played, and are kept. */
const SCORING_FLAGS: ReadonlySet<string> = new Set([
  'text_truncated',
  'conflict',
  'omission',
  'negation_flip',
  'swap',
  'opposite',
  'judge_failed',
  'judges_disagree',
  'annotation_failed',
  'embedding_failed',
  'scorer_failed',
]);

/** Details that scoring sets. */
const SCORER_NAMES: ReadonlySet<string> = new Set([...ScorerName.options, OWN_SCORERS_DETAIL]);

/** Returns the turn with new scores, from its stored reply and the grades of models. */
function rescoreTurn(turn: Turn, context: ScoringContext, result: GradingResult): Turn {
  const { details, flags, ...grades } = result;
  const scored =
    turn.outcome === 'answered'
      ? scoreAnswer(toAnswer(turn), context, grades)
      : scoreFailedTurn(context, turn.checks);
  const kept = Object.entries(turn.scoreDetails).filter(([name]) => !SCORER_NAMES.has(name));
  return {
    ...turn,
    ...scored,
    scoreDetails: { ...Object.fromEntries(kept), ...scored.scoreDetails, ...details },
    flags: [...turn.flags.filter((flag) => !SCORING_FLAGS.has(flag)), ...scored.flags, ...flags],
  };
}

/** The stored reply. */
function toAnswer({ reply, checks, metadataSource, generatedMetadata }: Turn): Answer {
  const metadata = metadataSource === 'endpoint' ? generatedMetadata : undefined;
  return { text: reply, metadata, checks };
}
