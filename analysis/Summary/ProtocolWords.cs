using System.Globalization;

namespace DbIngest.Analysis.Summary;

/// <summary>Names what a sweep follows and may deviate from, for the notes of screen, summary and report.</summary>
public static class ProtocolWords
{
    /// <summary>A study's protocol, or the YCSB file of <c>--ycsb</c>.</summary>
    /// <param name="study">Number of the study. Null for YCSB's file.</param>
    public static string Of(int? study) => study is { } number
        ? string.Create(CultureInfo.InvariantCulture, $"the protocol of study {number}") : "YCSB's file";
}
