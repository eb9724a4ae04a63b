/**
 * Advisory locks that let one of several processes do a piece of work. They are listed together so that no two have the
 * same number.
 */
export const ADVISORY_LOCKS = {
  migrations: 0x66_74_72_79,
  partitions: 0x66_74_72_70,
  retention: 0x66_74_72_72,
  indexes: 0x66_74_72_69,
  settings: 0x66_74_72_73,
  targets: 0x66_74_72_74,
  datasets: 0x66_74_72_64,
} as const;
