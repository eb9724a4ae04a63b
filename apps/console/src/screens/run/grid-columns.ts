/** The same for the head and every row. */
export const GRID_COLUMNS =
  'grid h-[34px] grid-cols-[84px_minmax(120px,1fr)_minmax(180px,2fr)_176px_64px_76px_56px_72px_64px] items-center gap-x-3 px-3';
