import { byPeople, guest, read, readByPeople, write, type Rule } from './rules.ts';

/** Who may call the operations on the working time and the calendars of a person. */
export const calendarPolicy: Readonly<Record<string, Rule>> = {
  getWorkingHours: guest(read, 'schedule:read'),
  updateWorkingHours: write(guest(byPeople, 'schedule:write')),
  listTimeOff: guest(read, 'schedule:read'),
  createTimeOff: write(guest(byPeople, 'schedule:write')),
  deleteTimeOff: write(guest(byPeople, 'schedule:write')),
  listBusyTimes: guest(read, 'schedule:read'),
  createBusyTime: write(guest(byPeople, 'schedule:write')),
  deleteBusyTime: write(guest(byPeople, 'schedule:write')),
  listBusyFeeds: guest(read, 'schedule:read'),
  createBusyFeed: write(guest(byPeople, 'schedule:write')),
  deleteBusyFeed: write(guest(byPeople, 'schedule:write')),
  listCalendarFeeds: guest(readByPeople, 'schedule:read'),
  createCalendarFeed: write(guest(byPeople, 'schedule:read')),
  deleteCalendarFeed: write(guest(byPeople, 'schedule:read')),
};
