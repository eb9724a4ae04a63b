import { says } from './says.ts';

const MAY_INSULT = says`
  angry | rude | swears? | swearing | curses? | grumpy | impolite | furious | aggressive | irritated | annoyed | insult\w* | blunt
  wütend\w* | unhöflich\w* | schimpf\w* | flucht | aggressiv\w* | grob\w* | gereizt\w*
  en colère | grossi\w+ | enfadad\w* | groser\w+`;

/** True if insults suit a persona. */
export function mayInsult(persona: string): boolean {
  return MAY_INSULT.test(persona);
}
