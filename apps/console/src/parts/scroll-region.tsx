import { useEffect, useRef, useState, type ReactNode } from 'react';

interface ScrollRegionProps {
  /** Accessible name of the region. */
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A region that scrolls horizontally if it is too wide. It is then focusable, so that arrow keys scroll it. */
export function ScrollRegion({ label, className = '', children }: ScrollRegionProps): ReactNode {
  const ref = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const region = ref.current;
    if (region === null) return undefined;
    const observer = new ResizeObserver(() => setWide(region.scrollWidth > region.clientWidth));
    for (const part of [region, ...region.children]) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={ref}
      role="group"
      aria-label={label}
      tabIndex={isWide ? 0 : undefined}
      className={`relative overflow-x-auto ${className}`}
    >
      {children}
    </div>
  );
}
