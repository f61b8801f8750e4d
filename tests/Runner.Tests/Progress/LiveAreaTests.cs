using DbIngest.Runner.Progress;
using Spectre.Console;

namespace DbIngest.Runner.Tests.Progress;

public class LiveAreaTests
{
    /// <summary>What a server's start says stays whole above the display, however long the line that was there before.</summary>
    [Fact]
    public void Draw_LineSaidMeanwhile_StandsWholeAboveTheArea()
    {
        using var written = new StringWriter();
        var area = new LiveArea(Terminal(written));
        area.Draw([], [new LiveLine(("trials 0/4, a display that is much longer than what is said", null)),
            new LiveLine(("second", null))]);
        area.Draw(["Server 9.3.4 from /usr/lib/server"], [new LiveLine(("trials 1/4", null))]);
        area.Erase();

        Screen.Of(written.ToString()).ShouldBe(["Server 9.3.4 from /usr/lib/server"]);
    }

    [Fact]
    public void Draw_LongLine_IsCutAndTakesOneRow()
    {
        using var written = new StringWriter();
        var area = new LiveArea(Terminal(written));
        for (int i = 0; i < 3; i++)
        {
            area.Draw([], [new LiveLine((new string('x', 200), null), ("never seen", null))]);
        }

        Screen.Of(written.ToString()).ShouldBe([new string('x', 79)]);
    }

    private static IAnsiConsole Terminal(TextWriter writer)
    {
        var terminal = AnsiConsole.Create(
            new AnsiConsoleSettings
            {
                Ansi = AnsiSupport.Yes,
                ColorSystem = ColorSystemSupport.NoColors,
                Out = new AnsiConsoleOutput(writer)
            });
        (terminal.Profile.Width, terminal.Profile.Height) = (80, 24);
        return terminal;
    }

    /// <summary>
    /// What a terminal shows: it knows line ends, a step up, the beginning of a line, and to clear from there on.
    /// </summary>
    private static class Screen
    {
        public static IReadOnlyList<string> Of(string written)
        {
            var rows = new List<string> { string.Empty };
            int row = 0;
            for (int i = 0; i < written.Length; i++)
            {
                if (written[i] == '\u001b')
                {
                    int end = i + 2;
                    while (char.IsAsciiDigit(written[end]))
                    {
                        end++;
                    }

                    string number = written[(i + 2)..end];
                    if (written[end] == 'A')
                    {
                        row -= int.Parse(number, null);
                    }
                    else if (written[end] == 'J')
                    {
                        rows.RemoveRange(row, rows.Count - row);
                        rows.Add(string.Empty);
                    }

                    i = end;
                }
                else if (written[i] == '\n')
                {
                    row++;
                    while (rows.Count <= row)
                    {
                        rows.Add(string.Empty);
                    }
                }
                else if (written[i] != '\r')
                {
                    rows[row] += written[i];
                }
            }

            return [.. rows.Where(line => line.Length > 0)];
        }
    }
}
