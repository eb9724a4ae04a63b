import { conveneJudges, sampleJudge, type PanelJudgement } from '@assay/scorers';
import type { PlannedInteraction, PlannedScenario, Run } from '../../db/run.ts';
import type { StoredTurn, Turn } from '../../db/turn.ts';
import { conversation } from '../conversation.ts';
import { askOnce, type Subject } from './ask-once.ts';
import type { Book, Pages } from './create-book.ts';
import type { Examiners } from './create-examiners.ts';
import { describePanel } from './describe-panel.ts';
import type { MarkingModels } from './marking-models.ts';
import { rescoreTurn, UNMARKED, type Marked } from './rescore-turn.ts';

/** What it takes to mark the turns of a run. */
export interface Desk {
  readonly run: Run;
  readonly examiners: Examiners;
  readonly book: Book;
  readonly models: MarkingModels;
}

/** A turn, and what is known of it. */
export interface Paper {
  readonly turn: StoredTurn;
  /** The turns of its attempt before it. */
  readonly before: readonly Turn[];
  /** What was said of it before. */
  readonly pages: Pages;
  /** How near its reply is to the reference: null where that was asked in vain, undefined where nobody asked. */
  readonly semantic: number | null | undefined;
}

interface Case extends Desk, Paper {
  readonly scenario: PlannedScenario;
  readonly interaction: PlannedInteraction;
  readonly signal: AbortSignal;
}

/** Has one turn looked at by whoever is asked, and scores it by what they say. */
export async function markTurn(desk: Desk, paper: Paper, signal: AbortSignal): Promise<Turn> {
  const { run } = desk;
  const { turn } = paper;
  const scenario = run.plan.scenarios[turn.scenarioNo];
  const interaction = scenario?.interactions[turn.turnNo];
  if (scenario === undefined || interaction === undefined) {
    throw new Error(`run ${run.id} has no turn ${turn.scenarioNo}/${turn.turnNo}`);
  }
  const played = { scenario, turnNo: turn.turnNo, scoring: run.plan };
  if (turn.outcome !== 'answered') return rescoreTurn(turn, played, UNMARKED);
  const one: Case = { ...desk, ...paper, scenario, interaction, signal };
  const said = await Promise.all([judge(one), label(one)]);
  const marked = [...said, compared(one)].reduce((sum, mark) => ({
    ...sum,
    ...mark,
    details: { ...sum.details, ...mark.details },
    flags: [...sum.flags, ...mark.flags],
  }));
  return rescoreTurn(turn, played, marked);
}

async function judge(one: Case): Promise<Marked> {
  const { run, examiners, interaction, turn, signal } = one;
  const [first, ...others] = examiners.judges.map(({ model, ask }) =>
    sampleJudge(askOnce(ask, subject(one, 'judge', model)), run.plan.marking?.judge?.samples),
  );
  if (first === undefined || interaction.reference_reply === '') return UNMARKED;
  const rubric = interaction.rubric ?? run.plan.marking?.judge?.rubric;
  const question = {
    ...situationOf(one),
    reference: interaction.reference_reply,
    reply: turn.reply,
    rubric,
  };
  return toMark(await conveneJudges([first, ...others])(question, signal));
}

function toMark(panel: PanelJudgement): Marked {
  const details = { judge: describePanel(panel) };
  if (panel.state === 'judge_failed') return { judge: null, details, flags: ['judge_failed'] };
  const flags = panel.disagreement > 0 ? ['judges_disagree'] : [];
  return { judge: panel.score, details, flags };
}

/** Where the endpoint says nothing of its reply that was expected, somebody else does. */
async function label(one: Case): Promise<Marked> {
  const { examiners, interaction, turn, signal } = one;
  const { annotator, labels } = examiners;
  const isOwed = Object.keys(interaction.reference_metadata).some((key) => labels.has(key));
  if (annotator === undefined || !isOwed || turn.metadataSource === 'endpoint') return UNMARKED;
  const ask = askOnce(annotator.ask, subject(one, 'annotation', annotator.model));
  const said = await ask({ ...situationOf(one), reply: turn.reply, labels }, signal);
  if (said.state === 'annotated') return { labels: said.metadata, details: {}, flags: [] };
  return {
    details: { annotation: { failure: said.failure } },
    flags: ['annotation_failed'],
  };
}

function compared({ semantic }: Case): Marked {
  if (semantic === undefined) return UNMARKED;
  return { semantic, details: {}, flags: semantic === null ? ['embedding_failed'] : [] };
}

function subject(one: Case, kind: Subject['kind'], model: string): Subject {
  const { run, turn: place, pages, book, models } = one;
  return { runId: run.id, place, kind, model, pages, book, models };
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
