/** Where what pops up belongs: in the main part of the page, so that nothing is outside of every landmark. */
export function inMain(): HTMLElement | null {
  return document.getElementById('main');
}
