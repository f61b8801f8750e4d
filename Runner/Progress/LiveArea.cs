using Spectre.Console;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Draws the last lines of a terminal in place. Other lines are printed above them and stay. Only the thread of
/// <see cref="Reporter"/> calls it. Each drawing first erases the previous one, so that no line mixes two drawings.
/// </summary>
/// <param name="terminal">A terminal that understands control sequences. Never a file or pipe.</param>
internal sealed class LiveArea(IAnsiConsole terminal)
{
    private int _drawn;

    /// <summary>Prints lines that stay, then draws the area below them.</summary>
    /// <param name="said">Lines that stay, oldest first.</param>
    /// <param name="lines">Lines of the area. A line is cut at the width of the terminal, and the list at its height.</param>
    public void Draw(IReadOnlyList<string> said, IReadOnlyList<LiveLine> lines)
    {
        Erase();
        foreach (string line in said)
        {
            terminal.WriteLine(line);
        }

        int width = terminal.Profile.Width - 1;
        foreach (var line in lines.Take(Math.Max(1, terminal.Profile.Height - 1)))
        {
            int room = width;
            foreach (var (text, style) in line.Parts)
            {
                string shown = text.Length <= room ? text : text[..Math.Max(0, room)];
                terminal.Write(new Text(shown, style));
                room -= shown.Length;
            }

            terminal.WriteLine();
            _drawn++;
        }
    }

    /// <summary>Erases the area. Does nothing if none is drawn.</summary>
    public void Erase()
    {
        if (_drawn > 0)
        {
            terminal.Write(new ControlCode(FormattableString.Invariant($"\u001b[{_drawn}A\r\u001b[0J")));
            _drawn = 0;
        }
    }
}
