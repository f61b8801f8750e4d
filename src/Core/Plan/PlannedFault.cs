using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// A fault of the server that every trial of a point has: <c>kill@20s</c>, <c>restart@20s</c>, <c>pause@20s:5s</c> or
/// <c>node-kill@20s:10s</c>, at a time after the common start, or <c>none</c>. A value of the axis <c>fault</c>: option, point
/// and journal carry its text, and <see cref="Trials.FaultInjector"/> carries it out. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<PlannedFault>))]
public sealed record PlannedFault : IWritten<PlannedFault>
{
    /// <summary>The longest pause, and the longest time without a node, in seconds.</summary>
    public const double LongestPauseS = 600;

    private const double LongestS = 86_400;
    private const string NoneWord = "none";
    private const string KillWord = "kill";
    private const string NodeKillWord = "node-kill";
    private const string RestartWord = "restart";
    private const string PauseWord = "pause";

    private PlannedFault(FaultKind kind, double atS, double forS) => (Kind, AtS, ForS) = (kind, atS, forS);

    /// <inheritdoc/>
    public static string Form => "A fault is kill@20s, restart@20s, pause@20s:5s, node-kill@20s:10s or none.";

    /// <summary>What happens.</summary>
    public FaultKind Kind { get; }

    /// <summary>When, in seconds after the common start. 0 for <see cref="FaultKind.None"/>.</summary>
    public double AtS { get; }

    /// <summary>Length of a pause, or of the time without a node, in seconds. 0 for other kinds.</summary>
    public double ForS { get; }

    /// <summary>The fault for reports: <c>kill after 20 s</c>.</summary>
    public string Words => Kind switch
    {
        FaultKind.None => "no fault",
        FaultKind.Pause => string.Create(CultureInfo.InvariantCulture, $"pause of {ForS:0.###} s after {AtS:0.###} s"),
        FaultKind.NodeKill => string.Create(CultureInfo.InvariantCulture,
            $"node killed after {AtS:0.###} s, started after {ForS:0.###} s more"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{Word} after {AtS:0.###} s"),
    };

    /// <summary>One such fault in sentences: <c>kill</c>, <c>node kill</c>.</summary>
    public static string NameOf(FaultKind kind) => WordOf(kind).Replace('-', ' ');

    private string Word => WordOf(Kind);

    private static string WordOf(FaultKind kind) => kind switch
    {
        FaultKind.Kill => KillWord,
        FaultKind.NodeKill => NodeKillWord,
        FaultKind.Restart => RestartWord,
        FaultKind.Pause => PauseWord,
        _ => NoneWord,
    };

    /// <summary>Parses what <see cref="ToString"/> writes, with times in ms, s, m or h.</summary>
    /// <param name="text">The text.</param>
    /// <param name="value">The fault, if the text is valid.</param>
    /// <returns>True for a valid text.</returns>
    public static bool TryParse(string? text, [NotNullWhen(true)] out PlannedFault? value)
    {
        string[] parts = (text ?? string.Empty).Trim().ToLowerInvariant().Split('@', ':');
        bool isMarked = parts.Length < 2 || text!.IndexOf('@', StringComparison.Ordinal) is > 0 and var at
            && text.IndexOf(':', StringComparison.Ordinal) is var colon && (colon < 0 || colon > at);
        value = !isMarked ? null : parts switch
        {
            [NoneWord] => new(FaultKind.None, 0, 0),
            [KillWord, var time] when Seconds(time, LongestS) is { } s => new(FaultKind.Kill, s, 0),
            [RestartWord, var time] when Seconds(time, LongestS) is { } s => new(FaultKind.Restart, s, 0),
            [NodeKillWord, var time, var length] when Seconds(time, LongestS) is { } s
                && Seconds(length, LongestPauseS) is { } l => new(FaultKind.NodeKill, s, l),
            [PauseWord, var time, var length] when Seconds(time, LongestS) is { } s && Seconds(length, LongestPauseS) is { } l =>
                new(FaultKind.Pause, s, l),
            _ => null,
        };
        return value is not null;
    }

    /// <inheritdoc/>
    public override string ToString() => Kind switch
    {
        FaultKind.None => NoneWord,
        FaultKind.Pause or FaultKind.NodeKill =>
            string.Create(CultureInfo.InvariantCulture, $"{Word}@{AtS:0.###}s:{ForS:0.###}s"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{Word}@{AtS:0.###}s"),
    };

    /// <summary>A time with its unit, in whole milliseconds so that the text keeps it.</summary>
    private static double? Seconds(string text, double most) =>
        WrittenTime.Seconds(text) is { } seconds && Math.Round(seconds, 3) is > 0 and var time && time <= most ? time : null;
}
