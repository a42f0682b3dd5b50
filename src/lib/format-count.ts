/** Returns a number with separators between thousands, such as 1,234,567. */
export const formatCount = (count: number | bigint): string => count.toLocaleString("en");
