import { expect, test } from 'vitest';
import { makeImage, type MadeImage } from '../../shared/feedback/portal/images/make-image.ts';
import { pictureSize } from '../../shared/feedback/portal/images/picture-size.ts';
import { noisyPng } from './images.ts';

const MIB = 1024 * 1024;

test('no version of a long picture of noise is larger than a function can answer', async () => {
  const { width, height, versions } = (await makeImage(noisyPng(1_200, 6_000, 256))) as MadeImage;
  const files = [...versions!];
  for (const [version, file] of files) {
    expect(file.length).toBeLessThanOrEqual(2 * MIB);
    expect(pictureSize('image/webp', file)!.width).toBe(version);
  }
  expect(pictureSize('image/webp', files[0]![1])).toEqual({ width, height });
  expect(height / width).toBe(5);
  // An export has it in a line: imported, it is the same.
  const again = (await makeImage(files[0]![1])) as MadeImage;
  expect(again.versions!.get(width)).toEqual(files[0]![1]);
});
