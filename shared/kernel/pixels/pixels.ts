/** A picture as colors: four bytes for each pixel, row by row. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** The class of browsers for pixels, which the decoders make an object of. */
class PixelData implements Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

(globalThis as { ImageData?: unknown }).ImageData ??= PixelData;
