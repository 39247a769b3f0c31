import { daysOff, testList } from './entry-tests.ts';

testList(daysOff);
