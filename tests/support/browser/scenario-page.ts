import type { Locator, Page } from 'playwright-core';
import { waitForVisible } from './wait-for-visible.ts';

/** A scenario with values that the form of the editor cannot show. */
export const CARD = {
  id: 'lost-card',
  name: 'Lost card',
  tags: ['cards'],
  owner: { team: 'qa' },
  checks: [{ text: 'Verifies who is asking' }],
  interactions: [
    {
      user_message: 'I lost my card.',
      reference_reply: 'I can block it. Which card is it?',
      reference_metadata: { intent: 'block_card', urgent: true, steps: ['ask', 'block'] },
      checks: [{ contains: 'card', id: 'names-card' }, { json_schema: { minProperties: 1 } }],
      channel: 'chat',
    },
    { user_message: 'The blue one.' },
    { user_message: 'Thanks.', reference_metadata: { intent: 'thank' } },
  ],
};

export function turn(page: Page, number: number): Locator {
  return page.getByRole('listitem', { name: `Turn ${number}`, exact: true });
}

/** Saves with the keyboard, and waits for what the page says about it. */
export async function saveScenario(page: Page, notice: string): Promise<void> {
  await page.keyboard.press('Control+s');
  await waitForVisible(page.getByRole('status').getByText(notice));
}
