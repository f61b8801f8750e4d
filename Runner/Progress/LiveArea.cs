using Spectre.Console;

namespace DbIngest.Runner.Progress;

/// <summary>
/// The last lines of a terminal, drawn anew in place; what is said meanwhile goes above them and stays. Each drawing first takes
/// away what the one before has drawn, so that no line is left half of one and half of another.
/// </summary>
/// <param name="terminal">A terminal that understands control sequences.</param>
internal sealed class LiveArea(IAnsiConsole terminal)
{
    private int _drawn;

    /// <summary>Draws the lines, below what is said.</summary>
    /// <param name="said">Lines that stay.</param>
    /// <param name="lines">The lines of the area; what a terminal is too narrow for is cut off.</param>
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

    /// <summary>Takes the area away.</summary>
    public void Erase()
    {
        if (_drawn > 0)
        {
            terminal.Write(new ControlCode(FormattableString.Invariant($"\u001b[{_drawn}A\r\u001b[0J")));
            _drawn = 0;
        }
    }
}
