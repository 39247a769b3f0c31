import { createBusyTime } from './create-busy-time.ts';
import { createTimeOff } from './create-time-off.ts';
import { deleteBusyTime } from './delete-busy-time.ts';
import { deleteTimeOff } from './delete-time-off.ts';
import { getWorkingHours } from './get-working-hours.ts';
import { listBusyTimes } from './list-busy-times.ts';
import { listTimeOff } from './list-time-off.ts';
import { updateWorkingHours } from './update-working-hours.ts';

export const workingTimeOperations = [
  getWorkingHours,
  updateWorkingHours,
  listTimeOff,
  createTimeOff,
  deleteTimeOff,
  listBusyTimes,
  createBusyTime,
  deleteBusyTime,
];
