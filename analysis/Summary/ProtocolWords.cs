using System.Globalization;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Names the protocol that a sweep follows. <see cref="SweepSummary"/>, <c>SummaryTable</c> and <c>AnswerReservations</c> call it
/// for their notes on deviations.
/// </summary>
public static class ProtocolWords
{
    /// <summary>Returns <c>the protocol of study 2</c>, or <c>YCSB's file</c> for a sweep with <c>--ycsb</c>.</summary>
    /// <param name="study">Number of the study. Null for YCSB's file.</param>
    public static string Of(int? study) => study is { } number
        ? string.Create(CultureInfo.InvariantCulture, $"the protocol of study {number}") : "YCSB's file";
}
