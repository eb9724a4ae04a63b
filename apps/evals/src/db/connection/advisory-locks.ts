/**
 * Advisory locks that let one of several processes do a piece of work. They are listed together so that no two have the
 * same number.
 */
export const ADVISORY_LOCKS = {
  migrations: 0x61_73_73_79,
  partitions: 0x61_73_73_70,
  retention: 0x61_73_73_72,
  indexes: 0x61_73_73_69,
  settings: 0x61_73_73_73,
  targets: 0x61_73_73_74,
  datasets: 0x61_73_73_64,
} as const;
