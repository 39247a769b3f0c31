import { expect, test } from 'vitest';
import { checklistOf } from '../../shared/planning/story/story-progress.ts';

test.each([
  [null, 0, 0],
  ['', 0, 0],
  ['- [ ] One\n- [x] Two\n- [X] Three', 2, 3],
  ['* [ ] One\n+ [x] Two\n1. [x] Three\n2) [ ] Four', 2, 4],
  ['Before\n\n  - [x] nested\n\t- [ ] deeper', 1, 2],
  ['- [ ]\n- []\n- [y] no\n[x] no\n-[x] no\n- a [x] b', 0, 0],
  ['```\n- [x] code\n```\n- [ ] text', 0, 1],
  ['~~~md\n- [x] code\n```\n- [x] code\n~~~\n- [x] text', 1, 1],
  ['- [x] text\n```\n- [x] code without an end', 1, 1],
  ['- [x] one\r\n- [ ] two\r\n', 1, 2],
])('%j has %i of %i items done', (description, done, total) => {
  expect(checklistOf(description)).toEqual({ done, total });
});
