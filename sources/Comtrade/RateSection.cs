namespace DbIngest.Sources.Comtrade;

/// <summary>A run of samples taken at one rate.</summary>
/// <param name="Hertz">Samples a second.</param>
/// <param name="EndSample">The number of its last sample, as the configuration gives it: counted over the record, or by some recorders within the section.</param>
internal readonly record struct RateSection(double Hertz, long EndSample);
