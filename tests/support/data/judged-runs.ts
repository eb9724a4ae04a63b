import { startStub, type Stub } from '../stubs/start-stub.ts';
import {
  startStubModel,
  type Sheet,
  type StubAnswer,
  type StubModel,
} from '../stubs/start-stub-model.ts';
import { verdictFor } from '../stubs/stub-judge.ts';

export const REFERENCE = 'Your card ending 4471 is blocked as of now.';

/** Interactions in which the user says what is to be replied; what is expected is always the same. */
export function cardsOf(...replies: readonly string[]): {
  readonly id: string;
  readonly interactions: readonly { user_message: string; reference_reply: string }[];
} {
  return {
    id: 'cards',
    interactions: replies.map((user_message) => ({ user_message, reference_reply: REFERENCE })),
  };
}

/** An endpoint that replies what it is told; "fail" is refused. */
export function startParrot(): Promise<Stub> {
  return startStub(({ body }, response) => {
    const { messages } = body as { messages: { content: string }[] };
    const said = messages.at(-1)?.content ?? '';
    response.statusCode = said.endsWith('fail') ? 400 : 200;
    response.end(said);
  });
}

/** The text of one block of a form. */
export function blockOf({ user, nonce }: Sheet, name: string): string {
  return new RegExp(`<${name}-${nonce}>\n([^]*?)\n</${name}-${nonce}>`).exec(user)?.[1] ?? '';
}

/** Whether it is asked for labels, not for a verdict. */
export function isLabelling({ body }: Sheet): boolean {
  return JSON.stringify(body['response_format']).includes('"annotations"');
}

/** A judge that says of each reply what the test pleases, and of its own tests what is right. */
export function startJudge(
  answer: (sheet: Sheet, reply: string) => StubAnswer,
): Promise<StubModel> {
  return startStubModel((sheet) => {
    const reply = blockOf(sheet, 'reply');
    if (reply.startsWith('Your appointment is')) return verdictFor(sheet, 'C');
    if (reply.startsWith('Dr Lind retired')) return verdictFor(sheet, 'D');
    return answer(sheet, reply);
  });
}

/** What a judge was asked about replies, its own tests apart. */
export function questionsTo({ sheets }: StubModel): readonly Sheet[] {
  return sheets.filter(({ user }) => !user.includes('Dr Lind'));
}
