import type { Client } from '@fairtrial/client';
import type { Page } from 'playwright-core';

export const CARD = {
  id: 'lost-card',
  name: 'Lost card',
  tags: ['cards', 'urgent'],
  interactions: [
    {
      user_message: 'I lost my card yesterday in town.',
      reference_reply: 'I am sorry. Which of your cards did you lose?',
      reference_metadata: { intent: 'block-card' },
      checks: [{ contains: 'card' }, 'Asks which card'],
    },
    { user_message: 'The one that ends in 42.' },
  ],
};
export const LOAN = {
  id: 'loan',
  name: 'Loan for a car',
  tags: ['loans'],
  interactions: [{ user_message: 'Can I get a loan for a car?' }],
};
export const FEES = {
  id: 'fees',
  name: 'Fees abroad',
  tags: ['cards'],
  interactions: [{ user_message: 'What do I pay abroad?', reference_reply: 'Nothing.' }],
};

/** The ids of the latest version, in its order. */
export async function idsOf(client: Client, name: string): Promise<readonly string[]> {
  const { scenarios } = await client.request('GET /datasets/:name/scenarios', { name });
  return scenarios.map(({ id }) => id);
}

/** The names of the rows on the page, in their order. */
export function namesOn(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('[role=row]')]
      .filter((row) => row.querySelector('[role=gridcell]'))
      .toSorted((a, b) => a.ariaRowIndex - b.ariaRowIndex)
      .map((row) => row.querySelectorAll('[role=gridcell]')[1].textContent)`,
  );
}
