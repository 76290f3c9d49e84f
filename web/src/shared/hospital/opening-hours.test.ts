import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import { formatsFor } from '../../i18n/format.ts';
import { clockInstant, endInstant, hoursOfToday, summaryOf, weekOf } from './opening-hours.ts';

/** A time that is on Friday in London and already on Saturday in Kolkata. */
const lateFriday = new Date('2026-11-20T20:00:00Z');

describe('opening hours of today', () => {
  const week = {
    friday: { open: '08:00', close: '18:00' },
    Saturday: { open: '09:00', close: '17:00', closed: false },
    sunday: { open: '10:00', close: '16:00', closed: true },
  };

  it('a hospital’s opening hours follow the weekday at the hospital, in capital or small letters [ENT-3]', () => {
    assert.deepEqual(hoursOfToday(week, lateFriday, 'Asia/Kolkata'), {
      kind: 'range',
      open: '09:00',
      close: '17:00',
    });
    assert.deepEqual(hoursOfToday(week, lateFriday, 'Europe/London'), {
      kind: 'range',
      open: '08:00',
      close: '18:00',
    });
  });

  it('a day marked as closed is closed whatever its stored hours are [ENT-3]', () => {
    const sunday = new Date('2026-11-22T08:00:00Z');
    assert.deepEqual(hoursOfToday(week, sunday, 'Asia/Kolkata'), { kind: 'closed' });
  });

  it('the opening hours of a weekday that is not listed are shown as unknown [ENT-3]', () => {
    const monday = new Date('2026-11-23T08:00:00Z');
    assert.deepEqual(hoursOfToday(week, monday, 'Asia/Kolkata'), { kind: 'unknown' });
  });

  it('opening hours written as text, for the week or for a day, are shown unchanged [ENT-3]', () => {
    const text = { kind: 'text', text: 'Open 24 hours' };
    assert.deepEqual(hoursOfToday(' Open 24 hours ', lateFriday, 'Asia/Kolkata'), text);
    assert.deepEqual(hoursOfToday({ saturday: 'Open 24 hours' }, lateFriday, 'Asia/Kolkata'), text);
    assert.deepEqual(hoursOfToday({ saturday: 'Closed' }, lateFriday, 'Asia/Kolkata'), {
      kind: 'closed',
    });
    assert.deepEqual(hoursOfToday('', lateFriday, 'Asia/Kolkata'), { kind: 'unknown' });
  });

  it('opening hours from midnight to midnight count as open all day [ENT-3]', () => {
    const always = { saturday: { open: '00:00', close: '23:59' } };
    assert.deepEqual(hoursOfToday(always, lateFriday, 'Asia/Kolkata'), { kind: 'allDay' });
  });

  it('a time of day can be shown in any language [ENT-3]', () => {
    assert.equal(clockInstant('09:30')?.toISOString(), '1970-01-01T09:30:00.000Z');
    assert.equal(clockInstant('nine'), undefined);
  });
});

describe('the summary of a week', () => {
  const workday = { open: '08:00', close: '18:00' };

  function everyDay<Day>(day: Day): Record<string, Day> {
    const names = ['Monday', 'tuesday', 'WEDNESDAY', 'thursday', 'friday', 'saturday', 'sunday'];
    return Object.fromEntries(names.map((name) => [name, day]));
  }

  it('missing opening hours are shown as "not specified" [HPROF-2, ENT-3]', () => {
    assert.deepEqual(summaryOf(' '), { kind: 'unknown' });
    assert.deepEqual(summaryOf({}), { kind: 'unknown' });
    assert.deepEqual(summaryOf(everyDay('')), { kind: 'unknown' });
  });

  it('opening hours that are the same on seven days are shown once [HPROF-2]', () => {
    assert.deepEqual(summaryOf(everyDay(workday)), {
      kind: 'everyDay',
      hours: { kind: 'range', open: '08:00', close: '18:00' },
    });
    assert.deepEqual(summaryOf(everyDay('9 to 5')), {
      kind: 'everyDay',
      hours: { kind: 'text', text: '9 to 5' },
    });
  });

  it('closed days count as days with the same opening hours, whatever hours are stored for them [HPROF-2]', () => {
    const closed = { ...everyDay({ ...workday, closed: true }), sunday: 'Closed' };
    assert.deepEqual(summaryOf(closed), { kind: 'everyDay', hours: { kind: 'closed' } });
  });

  it('a hospital with different or missing hours on one day is shown with several schedules [HPROF-2]', () => {
    const sundayShort = { ...everyDay(workday), sunday: { open: '10:00', close: '18:00' } };
    assert.deepEqual(summaryOf(sundayShort), { kind: 'multiple' });
    const { sunday: _, ...sixDays } = everyDay(workday);
    assert.deepEqual(summaryOf(sixDays), { kind: 'multiple' });
  });

  it('opening hours written as one text for the week are shown unchanged, on every day [HPROF-2, ENT-3]', () => {
    assert.deepEqual(summaryOf(' Mornings '), { kind: 'text', text: 'Mornings' });
    assert.equal(weekOf('Mornings').length, 7);
    assert.deepEqual(weekOf('Mornings').at(-1), {
      day: 'sunday',
      hours: { kind: 'text', text: 'Mornings' },
    });
  });
});

describe('hours that end at the last minute of a day', () => {
  it('opening hours that end at the last minute of a day are shown until midnight in each language [ENT-3, DOC-1]', () => {
    for (const language of languages) {
      const { time } = formatsFor(language);
      const midnight = time('2026-03-12T00:00:00Z', 'UTC');
      assert.equal(time(endInstant('23:59') ?? '', 'UTC'), midnight, language);
    }
    assert.deepEqual(endInstant('18:30'), clockInstant('18:30'));
    assert.equal(endInstant('late'), undefined);
  });
});
