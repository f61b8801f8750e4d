using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// A fault of the server that every trial of a point has, at a time after the common start: <c>kill@20s</c>,
/// <c>restart@20s</c>, <c>pause@20s:5s</c>, <c>disk-full@20s:10s</c>, <c>partition@20s:10s</c> or <c>node-kill@20s:10s</c>, or
/// <c>none</c>. A value of the axis <c>fault</c>: option, point and journal carry its text, so its words must not be renamed.
/// <see cref="Trials.FaultInjector"/> carries it out. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<PlannedFault>))]
public sealed record PlannedFault : IWritten<PlannedFault>
{
    /// <summary>
    /// The longest time that a fault lasts, in seconds: a pause, a full disk, a partition, or a time without a node.
    /// </summary>
    public const double LongestForS = 600;

    private const double LongestS = 86_400;
    private const string NoneWord = "none";
    private const string KillWord = "kill";
    private const string NodeKillWord = "node-kill";
    private const string RestartWord = "restart";
    private const string PauseWord = "pause";
    private const string DiskFullWord = "disk-full";
    private const string PartitionWord = "partition";

    private PlannedFault(FaultKind kind, double atS, double forS) => (Kind, AtS, ForS) = (kind, atS, forS);

    /// <inheritdoc/>
    public static string Form =>
        "A fault is kill@20s, restart@20s, pause@20s:5s, disk-full@20s:10s, partition@20s:10s, node-kill@20s:10s or none.";

    /// <summary>The kind of fault.</summary>
    public FaultKind Kind { get; }

    /// <summary>
    /// When the fault begins, in seconds after the common start, at most 24 h. 0 for <see cref="FaultKind.None"/>.
    /// </summary>
    public double AtS { get; }

    /// <summary>
    /// How long the fault lasts, in seconds, at most <see cref="LongestForS"/>. 0 for kinds that are over at once.
    /// </summary>
    public double ForS { get; }

    /// <summary>The fault for reports: <c>kill after 20 s</c>.</summary>
    public string Words => Kind switch
    {
        FaultKind.None => "no fault",
        FaultKind.Pause => string.Create(CultureInfo.InvariantCulture, $"pause of {ForS:0.###} s after {AtS:0.###} s"),
        FaultKind.DiskFull => string.Create(CultureInfo.InvariantCulture,
            $"disk full for {ForS:0.###} s after {AtS:0.###} s"),
        FaultKind.Partition => string.Create(CultureInfo.InvariantCulture,
            $"partition of {ForS:0.###} s after {AtS:0.###} s"),
        FaultKind.NodeKill => string.Create(CultureInfo.InvariantCulture,
            $"node killed after {AtS:0.###} s, started after {ForS:0.###} s more"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{Word} after {AtS:0.###} s"),
    };

    /// <summary>The name of a kind in sentences. Its plural ends in s: <c>kill</c>, <c>node kill</c>, <c>full disk</c>.</summary>
    public static string NameOf(FaultKind kind) => kind == FaultKind.DiskFull ? "full disk" : WordOf(kind).Replace('-', ' ');

    private string Word => WordOf(Kind);

    private static bool Lasts(FaultKind kind) =>
        kind is FaultKind.Pause or FaultKind.DiskFull or FaultKind.Partition or FaultKind.NodeKill;

    private static string WordOf(FaultKind kind) => kind switch
    {
        FaultKind.Kill => KillWord,
        FaultKind.NodeKill => NodeKillWord,
        FaultKind.Restart => RestartWord,
        FaultKind.Pause => PauseWord,
        FaultKind.DiskFull => DiskFullWord,
        FaultKind.Partition => PartitionWord,
        _ => NoneWord,
    };

    /// <summary>Parses what <see cref="ToString"/> writes, with times in ms, s, m or h.</summary>
    /// <param name="text">The text. Null is invalid.</param>
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
            [var word, var time] when KindOf(word) is { } kind && !Lasts(kind) && Seconds(time, LongestS) is { } s =>
                new(kind, s, 0),
            [var word, var time, var length] when KindOf(word) is { } kind && Lasts(kind) && Seconds(time, LongestS) is { } s
                && Seconds(length, LongestForS) is { } l => new(kind, s, l),
            _ => null,
        };
        return value is not null;
    }

    /// <inheritdoc/>
    public override string ToString() => Kind switch
    {
        FaultKind.None => NoneWord,
        _ when Lasts(Kind) => string.Create(CultureInfo.InvariantCulture, $"{Word}@{AtS:0.###}s:{ForS:0.###}s"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{Word}@{AtS:0.###}s"),
    };

    /// <summary>The kind that a word names. Null for <c>none</c>, which has no time, and for any other word.</summary>
    private static FaultKind? KindOf(string word) =>
        Enum.GetValues<FaultKind>().Where(kind => kind != FaultKind.None && WordOf(kind) == word)
            .Select(kind => (FaultKind?)kind).FirstOrDefault();

    /// <summary>
    /// Reads a time with its unit, above 0, rounded to whole milliseconds so that the text keeps it. Null if it is none.
    /// </summary>
    private static double? Seconds(string text, double most) =>
        WrittenTime.Seconds(text) is { } seconds && Math.Round(seconds, 3) is > 0 and var time && time <= most ? time : null;
}
