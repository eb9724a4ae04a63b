import { probeLetter } from '../../support/data/judged-runs.ts';
import { delay } from '../../support/stubs/delay.ts';
import { verdictFor } from '../../support/stubs/stub-judge.ts';
import { readPrompt, type ReceivedPrompt } from '../../support/stubs/start-stub-model.ts';
import { chatCompletion, sendJson, startStub } from '../../support/stubs/start-stub.ts';
import { auditAs, listBlocks, readUserPrompt, sayAs } from '../../support/stubs/stub-user.ts';
import { isSpoiled, lastMessageNo, SPOILED, countScripted } from './planned-talk.ts';

/** A request to the model of the user, to the judge or to the endpoint. Times are milliseconds since 1970. */
export interface TalkCall {
  readonly kind: Kind;
  readonly key: string;
  readonly conversation: string;
  readonly turn: string;
  readonly in: number;
  /** Infinity while the call is in flight. */
  out: number;
  /** Message drawn for the user, or the messages that the endpoint got. */
  readonly texts: readonly string[];
}

type Kind = 'user' | 'judge' | 'endpoint';

/**
 * The three models of a run with simulated users, below /user, /judge and /endpoint. Every answer of the user's model is
 * another text, so that a message that is asked for twice is noticed.
 */
export interface Talk extends AsyncDisposable {
  readonly urls: Readonly<Record<Kind, string>>;
  readonly calls: readonly TalkCall[];
}

/** How much of the latency each takes. Judges take less, so that most of the run is conversations. */
const LATENCY: Readonly<Record<Kind, number>> = { user: 1, judge: 0.5, endpoint: 1 };

export async function startTalk(latencyMs: number): Promise<Talk> {
  const calls: TalkCall[] = [];

  const stub = await startStub(async ({ path, headers, body }, response) => {
    const kind = path.split('/')[1] as Kind;
    const prompt = readPrompt({ body, headers }, calls.length);
    const { content, texts, suffix = '' } = ANSWERS[kind](prompt);
    const call = {
      kind,
      key: String(headers['idempotency-key']),
      conversation: String(headers['x-fairtrial-conversation']),
      turn: `${String(headers['x-fairtrial-turn'])}${suffix}`,
      in: Date.now(),
      out: Number.POSITIVE_INFINITY,
      texts,
    };
    calls.push(call);
    // Scenarios differ, so that conversations are at different turns at any time.
    const scenario = Number(call.conversation.split('/')[1]);
    await delay(latencyMs * LATENCY[kind] * (0.6 + 0.2 * (scenario % 5)));
    call.out = Date.now();
    sendJson(response, chatCompletion(content));
  });
  const { url } = stub;
  return {
    ...stub,
    urls: { user: `${url}/user/v1`, judge: `${url}/judge/v1`, endpoint: `${url}/endpoint/v1` },
    calls,
  };
}

interface Answered {
  readonly content: string;
  readonly texts: readonly string[];
  /** The try that an audit is about, which its headers do not tell. */
  readonly suffix?: string;
}

const ANSWERS: Readonly<Record<Kind, (prompt: ReceivedPrompt) => Answered>> = {
  user(received) {
    const { place, turn, try: tries } = readUserPrompt(received);
    const [scenario = 0, attempt = 0] = place.split('/').map(Number);
    const no = turn - countScripted(scenario) + 1;
    const spoiled = isSpoiled({ scenario, attempt }, tries) ? ` ${SPOILED}` : '';
    const message = `Message ${no} of ${place}, try ${tries}, draft ${received.before}.${spoiled}`;
    const done = no >= lastMessageNo({ scenario, attempt });
    return { content: sayAs(received, { message, done }), texts: [message] };
  },
  judge(prompt) {
    const letter = probeLetter(prompt);
    const said = listBlocks(prompt).map((block) => block.text);
    const isFaulty = said.some((message) => message.endsWith(SPOILED));
    const [, tries = 'none'] = /, try (\d+), draft/.exec(said.join('\n')) ?? [];
    const content =
      letter === undefined
        ? auditAs(prompt, { faults: isFaulty ? ['changed_goal'] : [] })
        : verdictFor(prompt, letter);
    return { content, texts: [], suffix: letter === undefined ? `/${tries}` : '' };
  },
  endpoint({ body }) {
    const { messages } = body as unknown as { messages: readonly { content: string }[] };
    const texts = messages.map(({ content }) => content);
    return { content: `You said: ${texts.at(-1)}`, texts };
  },
};
