import { createKeyResult } from './create-key-result.ts';
import { deleteKeyResult } from './delete-key-result.ts';
import { getKeyResult } from './get-key-result.ts';
import { listKeyResults } from './list-key-results.ts';
import { updateKeyResult } from './update-key-result.ts';

export const keyResultOperations = [
  listKeyResults,
  createKeyResult,
  getKeyResult,
  updateKeyResult,
  deleteKeyResult,
];
