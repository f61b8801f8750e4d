namespace DbIngest.Sources.Comtrade;

/// <summary>
/// A run of samples taken at one rate. <see cref="ConfigurationParser"/> reads it. <see cref="SampleClock"/> computes times from
/// it. Immutable.
/// </summary>
/// <param name="Hertz">Samples per second.</param>
/// <param name="EndSample">Number of the section's last sample as the configuration gives it: counted over the record, or by some
/// recorders within the section.</param>
internal readonly record struct RateSection(double Hertz, long EndSample);
