import { weekOf } from '../../shared/planning/scheduling/plan/week.ts';

const office = [
  { start: '09:00', end: '12:30' },
  { start: '13:30', end: '17:00' },
];
const block = (startDate: string, endDate: string, reference: string, more: object = {}) => ({
  startDate,
  endDate,
  reference,
  title: `Title of <${reference}>`,
  locked: false,
  slackMinutes: null,
  ...more,
});

/** A week in Berlin with two stories, one of them late, a meeting and a day off. */
export const drawnWeek = weekOf(
  {
    hours: {
      timeZone: 'Europe/Berlin',
      weekly: {
        monday: office,
        tuesday: office,
        wednesday: office,
        thursday: office,
        friday: office,
        saturday: [],
        sunday: [],
      },
    },
    timeOff: [{ startDate: '2026-11-27', endDate: '2026-11-30' }],
    busy: [
      { startDate: '2026-11-24T09:00:00.000Z', endDate: '2026-11-24T10:00:00.000Z', name: 'Review' },
      { startDate: '2026-11-25T09:00:00.000Z', endDate: '2026-11-25T10:00:00.000Z', name: null },
    ],
    blocks: [
      block('2026-11-23T08:00:00.000Z', '2026-11-23T11:30:00.000Z', 'ENG-1', { locked: true }),
      block('2026-11-23T12:30:00.000Z', '2026-11-23T14:00:00.000Z', 'ENG-2', { slackMinutes: -60 }),
      block('2026-11-30T08:00:00.000Z', '2026-11-30T09:00:00.000Z', 'ENG-3'),
    ],
  },
  new Date('2026-11-25T12:00:00Z'),
);
