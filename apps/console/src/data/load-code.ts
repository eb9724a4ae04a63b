import { setServiceLost } from './connection.ts';

const RETRY_MS = 2000;

/**
 * Loads a part of the console that is not loaded yet. While the service does not answer it waits: what is on the
 * screen stays, and a bar says why. (The router would reload the page, which a dead service cannot answer.)
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

/** The service has another version of the console now, or the browser remembers that the file could not be loaded. */
function loadPageAgain(): Promise<never> {
  window.location.reload();
  return new Promise(() => undefined);
}
