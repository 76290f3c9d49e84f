import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldMessages } from '@baari/contract/fields.ts';
import type { WeekPlan } from '@baari/contract/hospital/schedule.ts';
import { changed, likeMonday, problemsOf, withSpan, without } from './week-draft.ts';

const free = { hours: [], breaks: [] };
const nothing: WeekPlan = {
  monday: free,
  tuesday: free,
  wednesday: free,
  thursday: free,
  friday: free,
  saturday: free,
  sunday: free,
};

test('in a doctor’s weekly schedule, newly added hours and breaks come after the existing ones and do not overlap [DOC-1]', () => {
  let week = withSpan(nothing, 'monday', 'hours');
  week = withSpan(week, 'monday', 'breaks');
  week = withSpan(week, 'monday', 'hours');
  assert.deepEqual(week.monday.hours, [
    { from: '09:00', to: '17:00' },
    { from: '18:00', to: '20:00' },
  ]);
  assert.deepEqual(problemsOf(week), {});
  assert.deepEqual(nothing.monday.hours, []);
});

test('invalid working hours of a day show an error at that day in the doctor’s schedule [DOC-1]', () => {
  const week = withSpan(nothing, 'friday', 'hours');
  const early = changed(week, 'friday', 'hours', 0, { from: '12:00', to: '09:00' });
  assert.deepEqual(problemsOf(early), { friday: fieldMessages.hours });
  const outside = withSpan(
    changed(week, 'friday', 'hours', 0, { from: '09:00', to: '12:00' }),
    'friday',
    'breaks',
  );
  assert.deepEqual(problemsOf(outside), { friday: fieldMessages.breakOutside });
  const blank = changed(week, 'friday', 'hours', 0, { from: '', to: '12:00' });
  assert.deepEqual(problemsOf(blank), { friday: fieldMessages.time });
});

test('a day without working hours has no breaks either, and Monday’s hours can be copied to other days [DOC-1]', () => {
  const monday = withSpan(withSpan(nothing, 'monday', 'hours'), 'monday', 'breaks');
  assert.deepEqual(without(monday, 'monday', 'hours', 0).monday, free);
  assert.deepEqual(likeMonday(monday).sunday, monday.monday);
});
