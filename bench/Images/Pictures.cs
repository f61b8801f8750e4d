using System.Globalization;
using DbIngest.Core.Results;

namespace DbIngest.Bench.Images;

/// <summary>
/// Makes the pictures of the README from a stored result, for the bench command <c>images</c>: the terminal at the end of a run
/// as SVG, and the top of the report as PNG. It needs <c>script</c> (util-linux) and headless Chromium.
/// </summary>
internal static class Pictures
{
    private const int Columns = 130;
    private const int MostRows = 24;

    /// <summary>Makes both pictures.</summary>
    /// <param name="result">The result folder.</param>
    /// <param name="program">The built program.</param>
    /// <param name="folder">Folder of the pictures; created if necessary.</param>
    public static void Make(string result, string program, string folder)
    {
        Directory.CreateDirectory(folder);
        string command = ResultFolder.Open(result).ReadManifest().CommandLine;
        string shown = PeerProgram.Run("script", ["-qec",
            $"stty cols {Columns.ToString(CultureInfo.InvariantCulture)} rows 200; TERM=xterm-256color '{program}' report "
            + $"'{result}'", "/dev/null"]);
        var lines = TerminalText.Lines(shown);
        var top = lines.TakeWhile(line => !line.Text.StartsWith("- ", StringComparison.Ordinal)).Take(MostRows);
        (string Text, bool IsBold)[] picture =
        [
            .. top, ("…", false),
            ($"Report: {Path.Combine("results", Path.GetFileName(Path.TrimEndingDirectorySeparator(result)), "report.html")}",
                false),
        ];
        File.WriteAllText(Path.Combine(folder, "run.svg"),
            TerminalPicture.Of("$ " + command.Replace("dbingest run", "dbingest", StringComparison.Ordinal), picture));
        PeerProgram.Run("chromium",
        [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1180,1310",
            $"--screenshot={Path.Combine(Path.GetFullPath(folder), "report.png")}", "file://"
                + Path.GetFullPath(Path.Combine(result, "report.html")),
        ]);
        Console.WriteLine($"{Path.Combine(folder, "run.svg")}, {Path.Combine(folder, "report.png")}");
    }
}
