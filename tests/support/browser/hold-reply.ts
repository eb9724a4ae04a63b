import type { Page } from 'playwright-core';
import { until } from '../services/until.ts';

const SCRIPT = `
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const answer = await fetch(...request);
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer;
    const holding = new TransformStream({
      async transform(text, output) {
        for (const event of text.split(/(?<=\\n\\n)/)) {
          output.enqueue(event);
          const { content } = /^data: {"content".*\\n\\n$/.test(event) ? JSON.parse(event.slice(6)) : {};
          if (!content?.trim() || globalThis.held) continue;
          await new Promise((release) => { globalThis.held = { words: content.trim(), release }; });
        }
      },
    });
    const body = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(holding);
    return new Response(body.pipeThrough(new TextEncoderStream()), answer);
  };
`;

interface HeldReply {
  /** The words that the page has received, once it has. */
  words(): Promise<string>;
  /** Lets the page receive the others. */
  release(): Promise<void>;
}

/** Holds back what follows the first words of the first reply that is streamed to the next page of this tab. */
export async function holdReply(page: Page): Promise<HeldReply> {
  await page.addInitScript(SCRIPT);
  return {
    async words() {
      await until('the first words arrived', () => page.evaluate<boolean>('"held" in globalThis'));
      return page.evaluate<string>('held.words');
    },
    release: () => page.evaluate('held.release()'),
  };
}
