namespace DbIngest.Core.Plan;

/// <summary>
/// The values of <see cref="SweepAxes.ServiceHttp"/>: versions of HTTP by which requests reach a service.
/// <c>TrialServiceStart</c> and <c>ServiceWrapper</c> ask <see cref="IsVersion2"/> when they start or reach the service of a
/// point. Journals contain the words, so they must not be renamed.
/// </summary>
public static class ServiceHttp
{
    /// <summary>HTTP/1.1, the default.</summary>
    public const string Version11 = "1.1";

    /// <summary>HTTP/2.</summary>
    public const string Version2 = "2";

    /// <summary>True if the values of a point say HTTP/2.</summary>
    /// <param name="axes">The values of the point.</param>
    public static bool IsVersion2(AxisValues axes) =>
        SweepAxes.ServiceHttp.TryGet(axes, out string? version) && version is Version2;
}
