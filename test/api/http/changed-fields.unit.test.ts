import { expect, test } from 'vitest';
import { changedFields } from '../../../shared/kernel/api/http/changed-fields.ts';

const shownWith = (before: object) => ({ shownWith: JSON.stringify(before) });

test('a form keeps what differs from what it was shown with, and what it does not speak of', () => {
  const before = { title: 'Old', due: '2027-01-01', text: 'a\rb\nc', labels: 'x\ny' };
  const sent = {
    title: 'New',
    text: 'a\r\nb\r\nc ',
    'labels:y': 'on',
    'labels:x': 'on',
    content: 'A remark',
  };
  // A field that was emptied is not sent.
  expect(changedFields({ ...sent, ...shownWith(before) })).toEqual({
    title: 'New',
    due: '',
    content: 'A remark',
  });
  const { 'labels:x': _, ...fewer } = sent;
  expect(changedFields({ ...fewer, ...shownWith(before) })).toMatchObject({ labels: 'y' });
});

test.each([undefined, '', 'x', '1', 'null', '[]', '"title"'])(
  'a form that does not say what it was shown with stays as it is: %s',
  (value) => {
    const form = { title: 'New', ...(value !== undefined && { shownWith: value }) };
    expect(changedFields(form)).toEqual({ title: 'New' });
  },
);
