import { NodeCalendar } from '../../pkg/host';

describe('NodeCalendar', () => {
  it.each([
    ['2026-01-04', 'gggg/[W]ww/YYYY-MM-DD', '2026/W02/2026-01-04'],
    ['2027-01-03', 'GGGG-[W]WW', '2026-W53'],
    ['2027-12-31', 'gggg-[W]ww-e', '2028-W01-5'],
    ['2024-02-29', 'YYYY-DDDD', '2024-060'],
    ['2026-01-31', 'dddd, MMMM Do YYYY [at home]', 'Saturday, January 31st 2026 at home'],
  ])('should name %s as the app in English does when the format is %s', (day, format, name) => {
    expect(new NodeCalendar('.').format(day, format)).toBe(name);
  });
});
