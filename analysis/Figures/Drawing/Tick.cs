namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>One mark of an axis. A <see cref="Scale"/> creates its ticks, and <see cref="PlotFrame"/> draws them.</summary>
/// <param name="Value">Value in the unit of the axis.</param>
/// <param name="Text">The number or name beside the mark.</param>
internal readonly record struct Tick(double Value, string Text);
