import { useEffect, useRef, useState, type ReactNode } from 'react';

interface ScrollRegionProps {
  /** What the part shows, for screen readers. */
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part that scrolls sideways if it is too wide for the page. Then the keyboard reaches it, so that arrows scroll it. */
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
