/** Two-sided 95 % quantile of the normal distribution. */
export const Z_95 = 1.959963984540054;

/** Normal quantile of a power of 80 %: a true change of the size looked for is found 4 times in 5. */
export const Z_POWER_80 = 0.8416;

/** Attempts with a smaller standard deviation are taken to have this one: no verdict on the third digit. */
export const SD_FLOOR = 0.005;
