import { conveneJudges, sampleJudge, type PanelJudgement } from '@assay/scorers';
import type { PlannedInteraction, PlannedScenario, Run } from '../../db/runs/run.ts';
import type { StoredTurn, Turn } from '../../db/turns/turn.ts';
import { conversation } from '../worker/conversation.ts';
import { askOnce, type Subject } from './ask-once.ts';
import type { JudgementStore, KnownJudgements } from './judgement-store.ts';
import type { Graders } from './graders.ts';
import { describePanel } from './describe-panel.ts';
import type { GradingModels } from './grading-models.ts';
import { rescoreTurn, NOT_GRADED, type GradingResult } from './rescore-turn.ts';

/** What it takes to mark the turns of a run. */
export interface GradingContext {
  readonly run: Run;
  readonly graders: Graders;
  readonly store: JudgementStore;
  readonly models: GradingModels;
}

/** A turn, and what is known of it. */
export interface UngradedTurn {
  readonly turn: StoredTurn;
  /** The turns of its attempt before it. */
  readonly before: readonly Turn[];
  /** What was said of it before. */
  readonly known: KnownJudgements;
  /** How near its reply is to the reference: null where that was asked in vain, undefined where nobody asked. */
  readonly semantic: number | null | undefined;
}

interface Case extends GradingContext, UngradedTurn {
  readonly scenario: PlannedScenario;
  readonly interaction: PlannedInteraction;
  readonly signal: AbortSignal;
}

/** Has one turn looked at by whoever is asked, and scores it by what they say. */
export async function gradeTurn(
  context: GradingContext,
  ungraded: UngradedTurn,
  signal: AbortSignal,
): Promise<Turn> {
  const { run } = context;
  const { turn } = ungraded;
  const scenario = run.plan.scenarios[turn.scenarioNo];
  const interaction = scenario?.interactions[turn.turnNo];
  if (scenario === undefined || interaction === undefined) {
    throw new Error(`run ${run.id} has no turn ${turn.scenarioNo}/${turn.turnNo}`);
  }
  const played = { scenario, turnNo: turn.turnNo, scoring: run.plan };
  if (turn.outcome !== 'answered') return rescoreTurn(turn, played, NOT_GRADED);
  const one: Case = { ...context, ...ungraded, scenario, interaction, signal };
  const said = await Promise.all([judge(one), label(one)]);
  const marked = [...said, compared(one)].reduce((sum, mark) => ({
    ...sum,
    ...mark,
    details: { ...sum.details, ...mark.details },
    flags: [...sum.flags, ...mark.flags],
  }));
  return rescoreTurn(turn, played, marked);
}

async function judge(one: Case): Promise<GradingResult> {
  const { run, graders, interaction, turn, signal } = one;
  const [first, ...others] = graders.judges.map(({ model, ask }) =>
    sampleJudge(askOnce(ask, subject(one, 'judge', model)), run.plan.grading?.judge?.samples),
  );
  if (first === undefined || interaction.reference_reply === '') return NOT_GRADED;
  const instructions = interaction.judge_instructions ?? run.plan.grading?.judge?.instructions;
  const question = {
    ...situationOf(one),
    reference: interaction.reference_reply,
    reply: turn.reply,
    instructions,
  };
  return toGradingResult(await conveneJudges([first, ...others])(question, signal));
}

function toGradingResult(panel: PanelJudgement): GradingResult {
  const details = { judge: describePanel(panel) };
  if (panel.state === 'judge_failed') return { judge: null, details, flags: ['judge_failed'] };
  const flags = panel.disagreement > 0 ? ['judges_disagree'] : [];
  return { judge: panel.score, details, flags };
}

/** Where the endpoint says nothing of its reply that was expected, somebody else does. */
async function label(one: Case): Promise<GradingResult> {
  const { graders, interaction, turn, signal } = one;
  const { annotator, labels } = graders;
  const isOwed = Object.keys(interaction.reference_metadata).some((key) => labels.has(key));
  if (annotator === undefined || !isOwed || turn.metadataSource === 'endpoint') return NOT_GRADED;
  const ask = askOnce(annotator.ask, subject(one, 'annotation', annotator.model));
  const said = await ask({ ...situationOf(one), reply: turn.reply, labels }, signal);
  if (said.state === 'annotated') return { labels: said.metadata, details: {}, flags: [] };
  return {
    details: { annotation: { failure: said.failure } },
    flags: ['annotation_failed'],
  };
}

function compared({ semantic }: Case): GradingResult {
  if (semantic === undefined) return NOT_GRADED;
  return { semantic, details: {}, flags: semantic === null ? ['embedding_failed'] : [] };
}

function subject(one: Case, kind: Subject['kind'], model: string): Subject {
  const { run, turn: place, known, store, models } = one;
  return { runId: run.id, place, kind, model, known, store, models };
}

/** What led to the reply, as the endpoint was told it. */
function situationOf({ run, scenario, before }: Case): {
  readonly conversation: ReturnType<typeof conversation>;
  readonly userMessage: string;
} {
  const messages = conversation(run.plan, scenario, before);
  return {
    conversation: messages.slice(0, -1),
    userMessage: messages.at(-1)?.content ?? '',
  };
}
