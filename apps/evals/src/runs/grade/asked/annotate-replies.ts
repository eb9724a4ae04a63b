import { FIRST_VERSION } from '@fairtrial/scorers';
import { NOTHING_FOUND, type Findings } from '../grader.ts';
import { areExpected } from '../local/grade-turn.ts';
import type { Asking } from './judge-replies.ts';
import { askOnce } from './judgement-store.ts';
import { conversationBefore, type AskingGrader, type Page, type TurnSubject } from './subject.ts';

/** The annotator, which labels replies that the endpoint did not label. */
export function annotator(asking: Asking): AskingGrader {
  return {
    name: 'annotator',
    version: FIRST_VERSION,
    grade: (subject, page) => annotateReply(asking, subject, page),
  };
}

async function annotateReply(
  { run, judges: { annotator: model, labels }, store, models }: Asking,
  subject: TurnSubject,
  { known, signal }: Page,
): Promise<Findings> {
  const { interaction, turn } = subject;
  const isExpected = Object.keys(interaction.reference_metadata).some((key) => labels.has(key));
  if (model === undefined || !isExpected) return NOTHING_FOUND;
  if (turn.sentMetadata !== undefined && areExpected(turn.sentMetadata, interaction)) {
    return NOTHING_FOUND;
  }
  const context = {
    runId: run.id,
    subject: turn,
    kind: 'annotation' as const,
    known,
    store,
    models,
  };
  const ask = askOnce(model.ask, { ...context, model: model.model });
  const question = { ...conversationBefore(run, subject), reply: turn.reply, labels };
  const answer = await ask(question, signal);
  if (answer.state === 'annotated') return { labels: answer.metadata, details: {}, flags: [] };
  return { details: { annotation: { failure: answer.failure } }, flags: ['annotation_failed'] };
}
