namespace DbIngest.Sources.Comtrade;

/// <summary>
/// A run of samples taken at one rate. <see cref="ConfigurationParser"/> reads it. <see cref="SampleClock"/> computes times from
/// it, and takes falling ends as lengths. <see cref="ComtradeFacts"/> lists it. Immutable.
/// </summary>
/// <param name="Hertz">Samples per second. 0 where the section has no fixed rate: check before dividing by it.</param>
/// <param name="EndSample">Number of the section's last sample as the configuration gives it: counted over the record, or by some
/// recorders within the section.</param>
internal readonly record struct RateSection(double Hertz, long EndSample);
