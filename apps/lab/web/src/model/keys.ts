// Keys of scenes as `scree list keys --json` describes them, and what the page makes of them.

export interface Key {
  name: string;
  summary: string;
  takes: string;
  default: string;
  example: string;
  form: string;
  live: boolean;
  kind?: string;
  unit?: string;
  least?: number;
  least_excluded?: boolean;
  most?: number;
  most_excluded?: boolean;
}

/** How a number of a key is set: along a line, or along a line of powers of ten where it may be of any size. */
export interface Range {
  least: number;
  most: number;
  logarithmic: boolean;
}

/** A range around a present value that stays within what the key allows. */
export function rangeOf(key: Key, value: number): Range {
  const least = key.least ?? -Infinity;
  const most = key.most ?? Infinity;
  if (Number.isFinite(least) && Number.isFinite(most)) return { least, most, logarithmic: false };
  if (value > 0 && value < 10 && !key.unit) return { least: Math.max(least, 0), most: Math.min(most, Math.max(2, 2 * value)), logarithmic: false };
  if (value > 0) return { least: value / 100, most: Math.min(most, value * 100), logarithmic: true };
  return { least: Math.max(least, 0), most: Math.min(most, 1), logarithmic: false };
}

export const sliderSteps = 200;

export function toSlider(range: Range, value: number): number {
  const share = range.logarithmic
    ? Math.log(value / range.least) / Math.log(range.most / range.least)
    : (value - range.least) / (range.most - range.least);
  return Math.round(sliderSteps * Math.min(1, Math.max(0, share)));
}

export function fromSlider(range: Range, position: number): number {
  const share = position / sliderSteps;
  const value = range.logarithmic
    ? range.least * (range.most / range.least) ** share
    : range.least + share * (range.most - range.least);
  return Number(value.toPrecision(4));
}
