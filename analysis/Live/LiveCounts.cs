namespace DbIngest.Analysis.Live;

/// <summary>
/// The progress of a sweep, for the live page. <c>Dashboard</c> creates one each second while a browser looks. No result file
/// contains it.
/// </summary>
/// <param name="TrialsDone">Trials that the journal contains.</param>
/// <param name="Trials">All trials known so far.</param>
/// <param name="PointsDone">Points without a trial left.</param>
/// <param name="Points">All points.</param>
/// <param name="Elapsed">Time since this start of the program, in words.</param>
/// <param name="Remaining">Estimated time left, in words; <c>?</c> before the first trial has ended.</param>
public sealed record LiveCounts(int TrialsDone, int Trials, int PointsDone, int Points, string Elapsed, string Remaining);
