import type { ComponentProps, ReactNode } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  /** True for the main action of a screen. */
  readonly primary?: boolean;
}

const SHAPE =
  'inline-flex h-9 items-center gap-2 rounded-md border px-3 whitespace-nowrap disabled:opacity-60';

export const PLAIN_BUTTON = `${SHAPE} border-line bg-surface hover:bg-raised aria-pressed:border-accent aria-pressed:bg-raised aria-pressed:font-semibold`;
export const PRIMARY_BUTTON = `${SHAPE} border-accent bg-accent font-medium text-on-accent hover:opacity-95`;

export function Button({ primary = false, className, ...rest }: ButtonProps): ReactNode {
  const style = primary ? PRIMARY_BUTTON : PLAIN_BUTTON;
  return <button type="button" className={`${style} ${className ?? ''}`} {...rest} />;
}
