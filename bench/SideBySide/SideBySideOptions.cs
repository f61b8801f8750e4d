using System.Globalization;

namespace DbIngest.Bench.SideBySide;

/// <summary>The arguments of the bench command <c>sidebyside</c>: contest, rounds, and the file for the tables.</summary>
internal sealed record SideBySideOptions(string Contest, int Rounds, string? File)
{
    private const int DefaultRounds = 9;
    private const int MaxRounds = 1000;

    public static SideBySideOptions? TryParse(string[] args)
    {
        string contest = args.Length > 0 ? args[0] : "all";
        int rounds = DefaultRounds;
        bool isValid = args.Length <= 3
            && (contest == "all" || Contests.All.ContainsKey(contest))
            && (args.Length < 2 || int.TryParse(args[1], NumberStyles.None, CultureInfo.InvariantCulture, out rounds))
            && rounds is >= 1 and <= MaxRounds;
        return isValid ? new SideBySideOptions(contest, rounds, args.Length == 3 ? args[2] : null) : null;
    }
}
