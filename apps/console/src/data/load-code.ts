import { setServiceLost } from './connection.ts';

const RETRY_MS = 2000;

/**
 * Loads a code chunk of the console. Waits while the service does not answer: the current screen stays, and a bar shows
 * the reason. (The router would reload the page, which fails while the service is down.)
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    await untilServiceAnswers();
    return load().catch(loadPageAgain);
  }
}

async function untilServiceAnswers(): Promise<void> {
  while (!(await doesServiceAnswer())) {
    setServiceLost(true);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  setServiceLost(false);
}

async function doesServiceAnswer(): Promise<boolean> {
  try {
    return (await fetch('/livez')).ok;
  } catch {
    return false;
  }
}

/**
 * Reloads the page: either the service now has another version of the console, or the browser cached the failed load.
 */
function loadPageAgain(): Promise<never> {
  window.location.reload();
  return new Promise(() => undefined);
}
